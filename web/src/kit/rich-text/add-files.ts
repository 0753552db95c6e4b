import type { EditorView } from '@tiptap/pm/view'
import { toast } from '../toasts.ts'
import type { RichTextProps } from './rich-text.ts'

type Takers = Pick<RichTextProps, 'onPicture' | 'onFiles'>

/** Takes the files of a paste or drop: pictures go into the text, others beside it. Returns false without files. */
export function takeFiles(
  view: EditorView,
  from: DataTransfer | null,
  { onPicture, onFiles }: Takers,
): boolean {
  const files = [...(from?.files ?? [])]
  // Word and Excel paste a picture of their text beside the text.
  if (files.length === 0 || from?.types.includes('text/html') === true) return false
  const isForText = (file: File) => onPicture !== undefined && file.type.startsWith('image/')
  const others = files.filter((file) => !isForText(file))
  for (const file of files.filter(isForText)) void addPicture(view, onPicture, file)
  if (others.length > 0) onFiles?.(others)
  return true
}

/** Stores a picture and inserts it at the caret. */
export async function addPicture(
  view: EditorView,
  onPicture: Takers['onPicture'],
  file: File,
): Promise<void> {
  if (onPicture === undefined) return
  try {
    const { src, alt } = await onPicture(file)
    const picture = view.state.schema.nodes['image']?.create({ src, alt })
    if (picture !== undefined && !view.isDestroyed) view.dispatch(view.state.tr.replaceSelectionWith(picture))
  } catch (error) {
    toast(`The picture was not added. ${(error as Error).message}`, 'bad')
  }
}
