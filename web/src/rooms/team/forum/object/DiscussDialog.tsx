import type { ChatCard } from '@samudra/contract/chat'
import type { ForumLink } from '@samudra/contract/forum'
import { Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { useDiscuss } from '../../../../kit/share/discuss.store.ts'
import { ForumNames } from '../ForumNames.tsx'
import { linkOfCard } from '../forum-words.ts'
import { useCategories } from '../list/use-categories.ts'
import { NewTopic } from '../write/NewTopic.tsx'
import { loadDrafts, write } from '../write/writing.store.ts'
import { ObjectTopics } from './ObjectTopics.tsx'
import { draftOfObject } from './object-draft.ts'

/** Dialog with the topics about an object, and the way to a new one that has its card. */
export function DiscussDialog() {
  const card = useDiscuss((state) => state.card)
  const link = card === null ? null : linkOfCard(card)
  return card !== null && link !== null && <Dialog key={`${link.type} ${link.id}`} card={card} link={link} />
}

function Dialog({ card, link }: { card: ChatCard; link: ForumLink }) {
  const categories = useCategories().data ?? []
  const [isWriting, setWriting] = useState(false)
  const close = () => useDiscuss.setState({ card: null })
  const draft = draftOfObject(link)
  const begin = async () => {
    await loadDrafts()
    write(draft, ({ title, links }) => ({
      title: title || card.label,
      links: [...links.filter(({ type, id }) => type !== link.type || id !== link.id), link],
    }))
    setWriting(true)
  }
  return (
    <ForumNames>
      <Modal opened={!isWriting} onClose={close} title={`Forum: ${card.label}`} size={560} centered>
        <div className="forum-form">
          <ObjectTopics object={link} onOpen={close} />
          {categories.some(({ can_post }) => can_post) && (
            <div className="state-buttons">
              <PrimaryButton onClick={begin}>
                <IconPlus size={15} aria-hidden /> New topic about it
              </PrimaryButton>
            </div>
          )}
        </div>
      </Modal>
      <NewTopic draft={draft} categories={categories} isOpen={isWriting} onClose={close} />
    </ForumNames>
  )
}
