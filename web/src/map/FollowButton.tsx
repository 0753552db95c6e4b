import { Button } from '@mantine/core'
import { IconBell, IconBellPlus } from '@tabler/icons-react'
import { useStored } from '../stored/stores.ts'
import { subscriptions } from '../stored/shared.ts'
import { follow, type Followed } from './follow.store.ts'

/** Subscribes to something, or opens the subscription there is; with words, or as a sign where there is no room. */
export function FollowButton({ isSmall = false, ...of }: Followed & { isSmall?: boolean }) {
  const { rows } = useStored(subscriptions)
  const isFollowed = rows.some(({ target }) => target.kind === of.kind && target.id === of.id)
  const Icon = isFollowed ? IconBell : IconBellPlus
  const act = () => follow(of)
  if (isSmall)
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={`${isFollowed ? 'Subscription to' : 'Subscribe to'} ${of.name}`}
        aria-pressed={isFollowed}
        title={isFollowed ? 'Subscribed: notifications about' : 'Subscribe'}
        onClick={act}
      >
        <Icon size={15} />
      </button>
    )
  return (
    <Button size="xs" variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={act}>
      {isFollowed ? 'Subscribed…' : 'Subscribe…'}
    </Button>
  )
}
