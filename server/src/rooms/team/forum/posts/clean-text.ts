import { FORUM_LIMITS, type ForumLink } from '@samudra/contract/forum'
import { invalid } from '../forum-access.ts'

/** Characters without width, and marks of direction, in runs that show nothing. */
const UNSEEN_RUNS =
  /([\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u180e])[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u180e]+/gu
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u180e]/gu
/** Marks over one letter beyond which the rest is left out. */
const MARK_RUNS = /(\p{M}{8})\p{M}+/gu
/** Signs of a quote or list at the begin of a line beyond which markdown nests no deeper. */
const DEEP_QUOTE = /^(?:[ \t]*>){12,}/gmu
const ADDRESSES = /https?:\/\//giu

/** Returns a text with composed letters, and without runs of unseen characters and of marks over one letter. */
const composed = (text: string): string =>
  text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN_RUNS, '$1').replaceAll(MARK_RUNS, '$1')

/** Returns the text of a post as it is stored. Throws VALIDATION; empty only with files or links. */
export function cleanBody(text: string, { mayBeEmpty }: { mayBeEmpty: boolean }): string {
  const body = composed(text).replaceAll(DEEP_QUOTE, '>'.repeat(11)).replace(/\s+$/u, '')
  if (!mayBeEmpty && body.replaceAll(UNSEEN, '').trim() === '')
    throw invalid('body', 'Write a text, or attach a file.', 'is empty')
  if (body.length > FORUM_LIMITS.body)
    throw invalid(
      'body',
      `A post has at most ${FORUM_LIMITS.body.toLocaleString('en')} characters, and this one has ${body.length.toLocaleString('en')}. Attach the text as a file, or make several posts.`,
      `is longer than ${FORUM_LIMITS.body} characters`,
    )
  const addresses = body.match(ADDRESSES)?.length ?? 0
  if (addresses > FORUM_LIMITS.addresses)
    throw invalid(
      'body',
      `A post has at most ${FORUM_LIMITS.addresses} links, and this one has ${addresses}. Attach the list as a file.`,
      `has more than ${FORUM_LIMITS.addresses} links`,
    )
  return body
}

/** Returns the title of a topic as it is stored. Throws VALIDATION. */
export function cleanTitle(text: string): string {
  const title = composed(text).replaceAll(/\s+/gu, ' ').trim()
  const { least, most } = FORUM_LIMITS.title
  const seen = title.replaceAll(UNSEEN, '').length
  if (seen < least || title.length > most)
    throw invalid(
      'title',
      `Write a title of ${least} to ${most} characters.`,
      `must have ${least} to ${most} characters`,
    )
  return title
}

/** Returns the tags of a topic: plain words in lower case, each once. Throws VALIDATION. */
export function cleanTags(tags: readonly string[]): string[] {
  const clean = [
    ...new Set(
      tags.map((tag) => composed(tag).replace(/^#/, '').trim().toLowerCase().replaceAll(/\s+/gu, '-')),
    ),
  ].filter((tag) => tag !== '')
  const wrong = clean.find((tag) => tag.length > FORUM_LIMITS.tag || !/^[\p{L}\p{M}\p{N}_-]+$/u.test(tag))
  if (wrong !== undefined)
    throw invalid(
      'tags',
      `A tag is a word of letters, digits, - and _, with at most ${FORUM_LIMITS.tag} characters.`,
      'has a tag that is not a word',
    )
  if (clean.length > FORUM_LIMITS.tags)
    throw invalid(
      'tags',
      `A topic has at most ${FORUM_LIMITS.tags} tags; remove some.`,
      `has more than ${FORUM_LIMITS.tags}`,
    )
  return clean
}

/** Returns linked objects, each once. */
export const cleanLinks = (links: readonly ForumLink[]): ForumLink[] => [
  ...new Map(links.map((link) => [`${link.type} ${link.id}`, link])).values(),
]

/** Returns the readable part of the address of a topic or category. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  return slug === '' ? 'topic' : slug
}
