import type { Extensions } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Color, TextStyle } from '@tiptap/extension-text-style'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { TABLE_NODES } from './table-nodes.ts'

/** Addresses that a link may lead to. */
const SAFE_LINK = /^(https?:|mailto:|tel:|\/(?!\/)|#)/iu
export const isSafeLink = (address: string) => SAFE_LINK.test(address.trim())

export const HEADING_LEVELS = [1, 2, 3] as const

/** Everything that a rich text may contain. */
export const richTextExtensions = (placeholder: string): Extensions => [
  StarterKit.configure({
    heading: { levels: [...HEADING_LEVELS] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isSafeLink(address),
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
  }),
  Image.configure({ inline: true, allowBase64: true }),
  TextStyle,
  Color,
  Placeholder.configure({ placeholder }),
  ...TABLE_NODES,
]
