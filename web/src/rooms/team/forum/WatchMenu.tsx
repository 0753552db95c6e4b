import { FORUM_LEVELS, type ForumLevel } from '@samudra/contract/forum'
import { getForumCategories, getForumTopicDetails, getForumTopics } from '@samudra/contract/forum-calls'
import { setForumWatch } from '@samudra/contract/forum-reading'
import { Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconBellRinging, IconCheck, IconEye } from '@tabler/icons-react'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { LEVEL_WORDS } from './forum-words.ts'

const ICONS = { WATCHING: IconEye, TRACKING: IconBellRinging, NORMAL: IconBell, MUTED: IconBellOff }

type Props = { of: { topic_id: string } | { category_id: string }; level: ForumLevel }

/** Choice of the level at which the reader follows a topic or category. */
export function WatchMenu({ of, level: chosen }: Props) {
  const stale = useStale()
  const Icon = ICONS[chosen]
  const choose = async (level: ForumLevel) => {
    try {
      await call(setForumWatch, { ...of, level })
      stale(getForumTopicDetails, getForumTopics, getForumCategories)
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }
  const { label, what } = LEVEL_WORDS[chosen]
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
              rightSection={level === chosen && <IconCheck size={15} aria-hidden />}
              aria-current={level === chosen}
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
