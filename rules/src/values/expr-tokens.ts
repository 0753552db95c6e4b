/** A word, a number, a text in quotes or a sign, and where it stands. Words are in small letters. */
export type Token = { kind: 'WORD' | 'NUMBER' | 'TEXT' | 'SIGN'; text: string; at: number }

const MOST_TOKENS = 300
/** One after another from where the last one ended; none of them looks back. */
const PATTERN = /\s*(?:(\d+(?:\.\d+)?)|([a-z_][a-z0-9_]*)|"([^"]*)"|'([^']*)'|(<=|>=|!=|[<>=+\-*/(),°]))/iy

/** The words of an expression. Throws what `fault` makes for what is none. */
export function tokensOf(text: string, fault: (at: number, what: string) => Error): Token[] {
  const tokens: Token[] = []
  PATTERN.lastIndex = 0
  const end = text.trimEnd().length
  for (let at = 0; at < end;) {
    PATTERN.lastIndex = at
    const found = PATTERN.exec(text)
    if (found === null) throw fault(at, 'cannot be read')
    const [all, number, word, double, single, sign] = found
    const token =
      number !== undefined
        ? { kind: 'NUMBER' as const, text: number }
        : word !== undefined
          ? { kind: 'WORD' as const, text: word.toLowerCase() }
          : sign !== undefined
            ? { kind: 'SIGN' as const, text: sign }
            : { kind: 'TEXT' as const, text: double ?? single ?? '' }
    tokens.push({ ...token, at: at + all.length - all.trimStart().length })
    if (tokens.length > MOST_TOKENS) throw fault(at, `more than ${MOST_TOKENS} words; make conditions of it`)
    at = PATTERN.lastIndex
  }
  return tokens
}
