/** Shorter forms are found in any random password. */
const SHORTEST = 4
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
  '(': 'c',
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
/** Digits and symbols at both ends are decoration, not disguise. */
const bare = (text: string) => text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
const unleet = (text: string) => Array.from(text, (character) => LEET[character] ?? character).join('')

/** Letters only, lower case, with what stands for letters read as letters: `P@ssw0rd2026!` is `password`. */
export const undisguised = (text: string) => lettersOf(unleet(bare(text.toLowerCase())))

let forms: Promise<ReadonlySet<string>> | undefined

/** Forms of the 49,233 passwords people choose most often; read once, when first needed. */
const commonForms = () => (forms ??= readForms())

async function readForms(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const found = new Set<string>()
  for (const password of dictionary['passwords-common']) {
    const lower = password.toLowerCase()
    for (const form of [lettersOf(lower), undisguised(lower)]) if (form.length >= SHORTEST) found.add(form)
  }
  return found
}

/** The common password a password is made of, once or several times over; null when there is none. */
export async function commonFormOf(password: string): Promise<string | null> {
  const common = await commonForms()
  const lower = password.toLowerCase()
  for (const form of [lettersOf(lower), undisguised(lower), lettersOf(unleet(lower))]) {
    const once = /^(.+?)\1*$/u.exec(form)?.[1] ?? ''
    for (const one of [form, once]) if (one.length >= SHORTEST && common.has(one)) return one
  }
  return null
}
