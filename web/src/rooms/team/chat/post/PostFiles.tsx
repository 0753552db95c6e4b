import { Modal } from '@mantine/core'
import type { FileInfo } from '@mattermost/types/files'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { sizeText } from '../../../../kit/messages/attachment.ts'
import { fileUrl, previewUrl, thumbnailUrl } from '../state/chat-client.ts'

/** Files of a message: pictures small, sound and video with the player of the browser, others by name. */
export function PostFiles({ files }: { files: readonly FileInfo[] }) {
  const [shown, setShown] = useState<FileInfo | null>(null)
  if (files.length === 0) return null
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  return (
    <div className="post-files">
      {pictures.length > 0 && (
        <div className="post-pictures" data-single={pictures.length === 1 || undefined}>
          {pictures.map((file) => (
            <button
              key={file.id}
              type="button"
              aria-label={`Show ${file.name}`}
              title={file.name}
              style={pictures.length === 1 ? boxOf(file) : undefined}
              onClick={() => setShown(file)}
            >
              <img
                src={pictures.length === 1 ? previewUrl(file.id) : thumbnailUrl(file.id)}
                alt={file.name}
                loading="lazy"
              />
            </button>
          ))}
        </div>
      )}
      {others.map((file) => (
        <PostFile key={file.id} file={file} />
      ))}
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={shown?.name} size="auto" centered>
        {shown !== null && (
          <div className="picture-shown">
            <img src={fileUrl(shown.id)} alt={shown.name} />
            <SaveLink file={shown} />
          </div>
        )}
      </Modal>
    </div>
  )
}

const isPicture = ({ mime_type, has_preview_image }: FileInfo) =>
  mime_type.startsWith('image/') && (has_preview_image || !mime_type.includes('svg'))

const MOST = { width: 420, height: 300 }
/** Size of a single picture, known before its bytes are there, so that nothing moves when they are. */
function boxOf({ width, height }: FileInfo) {
  if (width === 0 || height === 0) return { width: 220, aspectRatio: '4 / 3' }
  const scale = Math.min(1, MOST.width / width, MOST.height / height)
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` }
}

export function PostFile({ file }: { file: FileInfo }) {
  const { id, name, mime_type } = file
  return (
    <div className="post-file">
      <IconFile size={22} stroke={1.4} aria-hidden />
      <span>
        <b>{name}</b>
        <span className="dim">{sizeText(file.size)}</span>
      </span>
      <SaveLink file={file} />
      {mime_type.startsWith('audio/') && (
        <audio controls preload="none" src={fileUrl(id)} aria-label={name} />
      )}
      {mime_type.startsWith('video/') && (
        <video controls preload="metadata" src={fileUrl(id)} aria-label={name} />
      )}
    </div>
  )
}

const SaveLink = ({ file: { id, name } }: { file: FileInfo }) => (
  <a
    className="icon-button"
    href={fileUrl(id)}
    download={name}
    aria-label={`Save ${name}`}
    title="Save the file"
  >
    <IconDownload size={16} aria-hidden />
  </a>
)
