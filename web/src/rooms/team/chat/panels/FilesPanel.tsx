import type { FileInfo } from '@mattermost/types/files'
import { useQuery } from '@tanstack/react-query'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { useChatPlace } from '../chat-place.ts'
import { PostFile } from '../post/PostFiles.tsx'
import { chatCall } from '../state/chat-client.ts'
import { chatNow, useChat } from '../state/chat.store.ts'
import { teammateOf } from '../state/channel-order.ts'
import { PanelFrame } from './PanelFrame.tsx'

type Found = { order: readonly string[] | null; file_infos: Readonly<Record<string, FileInfo>> | null }

/** Files of a channel, the newest first. */
export function FilesPanel({ channelId }: { channelId: string }) {
  const { openPost } = useChatPlace()
  const channel = useChat(({ channels }) => channels[channelId])
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['chat files', channelId],
    queryFn: () => filesOf(channelId),
    staleTime: 0,
    retry: false,
  })
  if (channel === undefined) return null
  return (
    <PanelFrame title="Files">
      {isPending && <Waiting />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data?.length === 0 && (
        <Nothing title="No files" hint="Files and pictures of this channel appear here." />
      )}
      <ul className="file-list">
        {(data ?? []).map((file) => (
          <li key={file.id}>
            <PostFile file={file} />
            <p className="found-place">
              <When at={file.create_at} />
              {file.post_id !== undefined && (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => openPost(channelId, file.post_id!)}
                >
                  Go to message
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}

/** Searches all files of one channel. */
async function filesOf(channelId: string): Promise<FileInfo[]> {
  const { channels, users, me, teamId } = chatNow()
  const channel = channels[channelId]!
  const teammate = teammateOf(channel, me)
  const place = teammate === null ? channel.name : `@${users[teammate]?.username ?? ''}`
  const { order, file_infos } = await chatCall<Found>(`/teams/${teamId}/files/search`, {
    method: 'post',
    body: { terms: `in:${place}`, is_or_search: false, page: 0, per_page: 100 },
  })
  return (order ?? []).flatMap((id) => file_infos?.[id] ?? []).filter((file) => file.channel_id === channelId)
}
