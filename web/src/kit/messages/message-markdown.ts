/** Address under which a mention travels through Markdown. */
export const MENTION = 'mention:'
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const ADDRESS = /(?<![(<\w/])(https?:\/\/[^\s<>]*[^\s<>.,;:!?)\]'"])/g
const NAME = /(?<![\p{L}\p{N}@/.])@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)/gu
const SHORT_NAME = /(?<![\w:]):([a-z0-9_+-]{2,40}):(?![\w:])/g

type Known = {
  /** True for names that notify. */
  isName: (name: string) => boolean
  /** Sign of a short name such as `eyes`; undefined for none. */
  signOf: (name: string) => string | undefined
}

/** Returns Markdown of a message: lines break where they were written; addresses, names and signs are recognised. */
export function messageMarkdown(text: string, { isName, signOf }: Known): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('')
  function plain(part: string): string {
    return part
      .replaceAll(ADDRESS, '<$1>')
      .replaceAll(SHORT_NAME, (whole, name: string) => signOf(name) ?? whole)
      .replaceAll(NAME, (whole, name: string) =>
        isName(name) ? `[@${name}](${MENTION}${encodeURIComponent(name)})` : whole,
      )
      .replaceAll(/([^\n])\n(?!\n)/g, '$1  \n')
  }
}

/** Returns a message as a quotation below the name of its author. */
export const quotation = (author: string, text: string): string =>
  `> **${author}**\n${text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n\n`

/** Returns the first words of a message in one line, without marks. */
export function firstWords(text: string, most = 80): string {
  const line = text
    .replaceAll(/^>.*$/gm, ' ')
    .replaceAll(/[*_`#~]+|^\s*[-+]\s/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}
