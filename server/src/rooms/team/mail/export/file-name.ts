const LONGEST = 80

/** Returns the name of a file for a mail: its subject, without what file systems refuse. */
export function fileNameOf({ subject }: { subject: string }, extension: string): string {
  const plain = subject
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = Array.from(plain).slice(0, LONGEST).join('').trim()
  return `${name === '' ? 'mail' : name}.${extension}`
}
