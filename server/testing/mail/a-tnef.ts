const long = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const short = (value: number) => long(value).subarray(0, 2)
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

const attribute = (level: number, id: number, value: Buffer) =>
  Buffer.concat([
    Buffer.of(level),
    long(id),
    long(value.length),
    value,
    short(value.reduce((sum, one) => sum + one, 0) & 0xffff),
  ])

/** Properties (MS-OXTNEF 2.1.3.4) by type and id. */
const properties = (some: [type: number, id: number, value: Buffer][]) =>
  Buffer.concat([
    long(some.length),
    ...some.flatMap(([type, id, value]) => [
      short(type),
      short(id),
      long(1),
      long(value.length),
      padded(value),
    ]),
  ])
const unicode = (text: string) => Buffer.from(`${text}\0`, 'utf16le')

/** Returns a winmail.dat as Outlook writes it. */
export function aTnef({
  html,
  files,
}: {
  html?: string
  files: { name: string; content: Buffer }[]
}): Buffer {
  return Buffer.concat([
    long(0x223e9f78),
    short(1),
    attribute(1, 0x00069007, Buffer.concat([long(1252), long(0)])),
    attribute(1, 0x00069003, properties(html === undefined ? [] : [[0x102, 0x1013, Buffer.from(html)]])),
    ...files.flatMap(({ name, content }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name.slice(0, 8)}\0`, 'latin1')),
      attribute(2, 0x0006800f, content),
      attribute(2, 0x00069005, properties([[0x1f, 0x3707, unicode(name)]])),
    ]),
  ])
}
