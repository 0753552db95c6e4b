import type { ForumLink } from '@samudra/contract/forum'

/** Returns the key of the draft of a new topic about an object. */
export const draftOfObject = ({ type, id }: Pick<ForumLink, 'type' | 'id'>): string =>
  `new:${type}-${id.replaceAll(/[^\w-]/g, '_')}`.slice(0, 104)
