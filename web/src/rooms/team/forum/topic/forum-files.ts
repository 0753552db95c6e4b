import { exportForumTopic, getForumFiles } from '@samudra/contract/forum-posts'
import { saveFile } from '../../../../kit/save-file.ts'
import { toast } from '../../../../kit/toasts.ts'
import { download } from '../../../../wire/call.ts'

/** Saves a topic as a file. */
export async function saveExport(id: string, format: 'PDF' | 'MARKDOWN'): Promise<void> {
  try {
    const { data, bytes } = await download(exportForumTopic, { id, format })
    saveFile(data.name, data.content_type, bytes)
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}

/** Saves a file of a topic. */
export async function saveTopicFile(id: string, file_id: string): Promise<void> {
  try {
    const { data, bytes } = await download(getForumFiles, { id, file_id })
    saveFile(data.content!.name, data.content!.type, bytes)
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}

/** Returns an address of the bytes of a picture, for as long as the page holds it. */
export async function pictureAddress(id: string, file_id: string, isThumbnail: boolean): Promise<string> {
  const { data, bytes } = await download(getForumFiles, {
    id,
    file_id,
    ...(isThumbnail && { thumbnail: true }),
  })
  return URL.createObjectURL(new Blob([bytes], { type: isThumbnail ? 'image/jpeg' : data.content!.type }))
}
