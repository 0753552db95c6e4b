import { expect, test } from 'vitest'
import { filesIn } from './zip.ts'
import { zipOf } from './zip-writer.ts'

test('an archive that is written is read again, with names in any script', async () => {
  const at = new Date('2026-11-27T10:00:00Z')
  const parts: Uint8Array[] = []
  const some = [
    { name: 'topic.md', at, bytes: [Buffer.from('one '), Buffer.from('two')] },
    { name: 'files/चार्ट.txt', at, bytes: [Buffer.alloc(100_000, 7)] },
    { name: 'empty', at, bytes: [] },
  ]
  for await (const part of zipOf(some)) parts.push(part)
  const files = filesIn(Buffer.concat(parts))
  expect([...files.keys()]).toEqual(['topic.md', 'files/चार्ट.txt', 'empty'])
  expect(files.get('topic.md')!().toString()).toBe('one two')
  expect(files.get('files/चार्ट.txt')!().length).toBe(100_000)
})
