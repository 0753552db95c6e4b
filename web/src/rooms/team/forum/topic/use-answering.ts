import type { ForumPost } from '@samudra/contract/forum'
import { useEffect, useState } from 'react'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { readDraftKey, WRITE } from '../write/draft-place.ts'
import { loadDrafts } from '../write/writing.store.ts'
import type { Answering } from './topic-context.ts'

/** Reply or change that is being written; the address of a draft opens it once its post is there. */
export function useAnswering(posts: readonly ForumPost[] | undefined) {
  const [answering, setAnswering] = useState<Answering | null>(null)
  const { valueOf, put } = useAddress()
  const wanted = valueOf(WRITE)
  useEffect(() => {
    if (wanted === '' || posts === undefined) return
    const { kind, id } = readDraftKey(wanted)
    const post = posts.find(({ cid }) => cid === id)
    if ((kind === 'reply' || kind === 'edit') && post !== undefined)
      void loadDrafts().then(() => setAnswering({ kind, post }))
    put(WRITE, '')
  }, [wanted, posts, put])
  return [answering, setAnswering] as const
}
