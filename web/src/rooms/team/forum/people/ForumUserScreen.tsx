import { FORUM_LIMITS } from '@samudra/contract/forum'
import { isAdministrator } from '@samudra/contract/identity'
import { getForumUser, getForumUserPosts } from '@samudra/contract/forum-calls'
import { muteForumUser } from '@samudra/contract/forum-moderation'
import { Button } from '@mantine/core'
import { IconMessage, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { personLink } from '../../../../kit/pages/links.ts'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { wishCall } from '../../../../kit/share/call-wish.store.ts'
import { countText } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { ForumPage } from '../ForumPage.tsx'
import { PostTable } from '../list/PostTable.tsx'
import { MuteDialog } from './MuteDialog.tsx'

/** Page of a user in the forum: counts, posts, and ways to reach the user. */
export function Component() {
  const { name: username = '' } = useParams()
  const answer = useForumUser(username)
  const isAdmin = useSession(({ user }) => user !== null && isAdministrator(user.role))
  const own = useSession(({ user }) => user?.id)
  const [isMuting, setMuting] = useState(false)
  const user = answer.data
  const isOther = user !== undefined && user.id !== own
  return (
    <ForumPage
      title={user?.username ?? username}
      subtitle="In the forum"
      actions={
        isOther && (
          <>
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={personLink(user.id)}
              leftSection={<IconMessage size={14} aria-hidden />}
            >
              Message
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPhone size={14} aria-hidden />}
              onClick={() => wishCall({ kind: 'AUDIO', userIds: [user.id] })}
            >
              Call
            </Button>
            {isAdmin && !user.muted && (
              <Button size="xs" variant="default" onClick={() => setMuting(true)}>
                Mute
              </Button>
            )}
          </>
        )
      }
    >
      {user === undefined ? (
        answer.isError ? (
          <Failed error={answer.error} onRetry={() => answer.refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <>
          <Facts user={user} canUnmute={isAdmin && isOther} />
          <PostTable
            label={`Posts of ${user.username}`}
            name="forum-user-posts"
            op={getForumUserPosts}
            input={{ username }}
            empty={<Nothing title="No posts" hint="Posts in categories that you see appear here." />}
          />
          <MuteDialog username={user.username} isOpen={isMuting} onClose={() => setMuting(false)} />
        </>
      )}
    </ForumPage>
  )
}

const useForumUser = (username: string) => useAnswer(getForumUser, { username })
type User = NonNullable<ReturnType<typeof useForumUser>['data']>

/** Count with a mark when more than the latest posts or topics would have to be counted. */
export function Counted({ count, of }: { count: number; of: number }) {
  const isStopped = of >= FORUM_LIMITS.counted
  return (
    <span
      className="figures"
      title={isStopped ? `The latest ${countText(FORUM_LIMITS.counted)} are counted.` : undefined}
    >
      {countText(count)}
      {isStopped && '+'}
    </span>
  )
}

function Facts({ user, canUnmute }: { user: User; canUnmute: boolean }) {
  const stale = useStale()
  const unmute = async () => {
    await call(muteForumUser, { username: user.username, until: null })
    stale(getForumUser)
  }
  return (
    <>
      {user.muted_until !== null && (
        <p className="forum-muted" role="status">
          Muted until <When at={user.muted_until} />: this user reads the forum and does not post in it.
          {canUnmute && (
            <ActionButton size="compact-xs" variant="default" onClick={unmute}>
              Allow posts again
            </ActionButton>
          )}
        </p>
      )}
      <dl className="forum-facts">
        <div>
          <dt>Presence</dt>
          <dd>
            <PersonName userId={user.id} name={user.username} />
          </dd>
        </div>
        <div>
          <dt>Posts</dt>
          <dd>
            <Counted count={user.posts} of={user.posts} />
          </dd>
        </div>
        <div>
          <dt>Topics</dt>
          <dd>
            <Counted count={user.topics} of={user.topics} />
          </dd>
        </div>
        <div>
          <dt>Likes received</dt>
          <dd>
            <Counted count={user.likes_received} of={user.posts} />
          </dd>
        </div>
        <div>
          <dt>Joined</dt>
          <dd>{user.joined === null ? '–' : <When at={user.joined} />}</dd>
        </div>
        <div>
          <dt>Last post</dt>
          <dd>{user.last_post_at === null ? '–' : <When at={user.last_post_at} />}</dd>
        </div>
      </dl>
    </>
  )
}
