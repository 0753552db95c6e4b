import { deleteForumTopic, getForumTopicDetails, getForumTopics } from '@samudra/contract/forum-calls'
import { lockForumTopic, pinForumTopic, restoreForumTopic } from '@samudra/contract/forum-moderation'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { copyText } from '../../../../kit/text/copy-text.ts'
import { saveExport } from './forum-files.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { categoryLink, topicLink } from '../forum-links.ts'
import { TopicDialogs, type TopicDialog } from './TopicDialogs.tsx'
import { useTopic } from './topic-context.ts'

/** Menu of a topic: address, export, and changes by its author and moderators. */
export function TopicMenu() {
  const { topic } = useTopic()
  const stale = useStale()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<TopicDialog | null>(null)
  const run = async (work: () => Promise<unknown>, words: string) => {
    try {
      await work()
      stale(getForumTopicDetails, getForumTopics)
      toast(words)
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }
  const { id, pinned, locked, can_moderate, can_edit, can_delete, deleted_at } = topic
  const remove = () =>
    run(async () => {
      await call(deleteForumTopic, { id })
      void navigate(categoryLink(topic.category))
    }, 'Topic deleted')
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <button type="button" className="icon-button" aria-label="Topic menu" title="More">
            <IconDots size={17} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyText(window.location.origin + topicLink(topic))}>
            Copy link
          </Menu.Item>
          <Menu.Item onClick={() => void saveExport(id, 'PDF')}>Save as PDF</Menu.Item>
          <Menu.Item onClick={() => void saveExport(id, 'MARKDOWN')}>Save as markdown with files</Menu.Item>
          {can_edit && <Menu.Item onClick={() => setDialog('EDIT')}>Change title and tags</Menu.Item>}
          {can_moderate && deleted_at === null && (
            <>
              <Menu.Divider />
              {pinned === 'NONE' ? (
                <>
                  <Menu.Item
                    onClick={() => void run(() => call(pinForumTopic, { id, pinned: 'CATEGORY' }), 'Pinned')}
                  >
                    Pin in its category
                  </Menu.Item>
                  <Menu.Item
                    onClick={() => void run(() => call(pinForumTopic, { id, pinned: 'GLOBAL' }), 'Pinned')}
                  >
                    Pin in all lists
                  </Menu.Item>
                </>
              ) : (
                <Menu.Item
                  onClick={() => void run(() => call(pinForumTopic, { id, pinned: 'NONE' }), 'Unpinned')}
                >
                  Unpin
                </Menu.Item>
              )}
              <Menu.Item
                onClick={() =>
                  void run(
                    () => call(lockForumTopic, { id, locked: !locked }),
                    locked ? 'Topic unlocked' : 'Topic locked',
                  )
                }
              >
                {locked ? 'Unlock' : 'Lock topic'}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('MOVE')}>Move to another category</Menu.Item>
              <Menu.Item onClick={() => setDialog('SPLIT')}>Split posts off</Menu.Item>
              <Menu.Item onClick={() => setDialog('MERGE')}>Merge into another topic</Menu.Item>
            </>
          )}
          {can_delete && deleted_at === null && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void remove()}>Delete the topic</Menu.Item>
            </>
          )}
          {can_moderate && deleted_at !== null && (
            <Menu.Item onClick={() => void run(() => call(restoreForumTopic, { id }), 'Topic restored')}>
              Restore the topic
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <TopicDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
