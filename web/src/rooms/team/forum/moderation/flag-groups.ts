import type { ForumFlag } from '@samudra/contract/forum-moderation'

/** Flags of one post: they are decided together. */
export type FlagGroup = { cid: string; flags: readonly [ForumFlag, ...ForumFlag[]] }

/** Groups flags by post and decision, in the order of the first flag of each. */
export function groupFlags(flags: readonly ForumFlag[]): FlagGroup[] {
  const groups = new Map<string, [ForumFlag, ...ForumFlag[]]>()
  for (const flag of flags) {
    const key = `${flag.post.cid} ${flag.decided_at ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [flag])
    else group.push(flag)
  }
  return [...groups.values()].map((group) => ({ cid: group[0].post.cid, flags: group }))
}
