import type { ForumFile } from '@samudra/contract/forum'
import { Modal } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { sizeText } from '../../../../kit/messages/attachment.ts'
import { pictureAddress, saveTopicFile } from './forum-files.ts'

const isPicture = ({ type }: ForumFile) => /^image\/(png|jpe?g|gif|webp)$/.test(type)

/** Files of a post: pictures small, others by name. */
export function ForumPostFiles({ topicId, files }: { topicId: string; files: readonly ForumFile[] }) {
  const [shown, setShown] = useState<ForumFile | null>(null)
  if (files.length === 0) return null
  return (
    <div className="forum-files">
      {files.map((file) =>
        isPicture(file) ? (
          <button
            key={file.id}
            type="button"
            className="forum-picture"
            aria-label={`Show ${file.name}`}
            title={file.name}
            onClick={() => setShown(file)}
          >
            <Picture topicId={topicId} file={file} isThumbnail />
          </button>
        ) : (
          <button
            key={file.id}
            type="button"
            className="forum-file"
            aria-label={`Save ${file.name}`}
            onClick={() => void saveTopicFile(topicId, file.id)}
          >
            <IconFile size={20} stroke={1.4} aria-hidden />
            <span>
              <b>{file.name}</b> <span className="dim">{sizeText(file.size)}</span>
            </span>
            <IconDownload size={15} aria-hidden />
          </button>
        ),
      )}
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={shown?.name} size="auto" centered>
        {shown !== null && (
          <div className="forum-picture-shown">
            <Picture topicId={topicId} file={shown} isThumbnail={false} />
            <button
              type="button"
              className="link-button"
              onClick={() => void saveTopicFile(topicId, shown.id)}
            >
              Save the file
            </button>
          </div>
        )}
      </Modal>
    </div>
  )
}

function Picture({ topicId, file, isThumbnail }: { topicId: string; file: ForumFile; isThumbnail: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isOver = false
    pictureAddress(topicId, file.id, isThumbnail).then(
      (url) => {
        if (isOver) return URL.revokeObjectURL(url)
        made = url
        setAddress(url)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [topicId, file.id, isThumbnail])
  return address === null ? (
    <span className="forum-picture-waiting">{file.name}</span>
  ) : (
    <img src={address} alt={file.name} />
  )
}
