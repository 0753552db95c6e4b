import { FORUM_LEVELS, type ForumLevel } from '@samudra/contract/forum'
import { getForumTopicDetails, getForumTopics } from '@samudra/contract/forum-calls'
import { setForumWatch } from '@samudra/contract/forum-reading'
import { Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconBellRinging, IconEye } from '@tabler/icons-react'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { LEVEL_WORDS } from '../forum-words.ts'
import { useTopic } from './topic-context.ts'

const ICONS = { WATCHING: IconEye, TRACKING: IconBellRinging, NORMAL: IconBell, MUTED: IconBellOff }

/** Choice of the level at which the reader follows the topic. */
export function WatchMenu() {
  const { topic } = useTopic()
  const stale = useStale()
  const Icon = ICONS[topic.level]
  const choose = async (level: ForumLevel) => {
    try {
      await call(setForumWatch, { topic_id: topic.id, level })
      stale(getForumTopicDetails, getForumTopics)
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }
  const { label, what } = LEVEL_WORDS[topic.level]
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <button type="button" className="bar-button" aria-label={`Following: ${label}`} title={what}>
          <Icon size={16} aria-hidden /> <span className="forum-wide">{label}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORUM_LEVELS.toReversed().map((level) => {
          const Each = ICONS[level]
          return (
            <Menu.Item
              key={level}
              leftSection={<Each size={15} aria-hidden />}
              aria-checked={level === topic.level}
              role="menuitemradio"
              onClick={() => void choose(level)}
            >
              {LEVEL_WORDS[level].label}
              <br />
              <small className="dim">{LEVEL_WORDS[level].what}</small>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
