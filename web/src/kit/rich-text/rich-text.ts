/** Functions of an open rich text for others. */
export type RichTextHandle = {
  setHtml: (html: string) => void
  /** Inserts at the caret. */
  insertHtml: (html: string) => void
  focus: () => void
}

/** Stored picture: its address on this page, and its name. */
export type Picture = { src: string; alt: string }

export type RichTextProps = {
  label: string
  /** HTML at opening. */
  initial: string
  /** Receives the HTML of each change; an empty text is ''. */
  onChange: (html: string) => void
  placeholder?: string | undefined
  hasFocus?: boolean | undefined
  /** Stores a pasted, dropped or chosen picture. Without it pictures are no part of the text. */
  onPicture?: ((file: File) => Promise<Picture>) | undefined
  /** Takes dropped and pasted files that are no pictures. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  onReady?: ((handle: RichTextHandle) => void) | undefined
}
