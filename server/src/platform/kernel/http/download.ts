/** The body of an answer, never more than is bearable, however it is packed. Throws `tooLarge`. */
export async function fetched(answer: Response, most: number, tooLarge: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > most) throw new Error(tooLarge)
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}
