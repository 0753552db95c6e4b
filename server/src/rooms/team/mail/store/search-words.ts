/** Tags of words by their place: tags in place of weights, so that the index alone decides and no text is read again. */
export const TAGS = { from: 'xf', to: 'xt', subject: 'xs' } as const

/** Returns the words of a text as search compares them. */
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Returns words with the tag of their place before each. */
export const tagged = (tag: keyof typeof TAGS, text: string): string =>
  wordsOf(text)
    .map((word) => `${TAGS[tag]}${word}`)
    .join(' ')
