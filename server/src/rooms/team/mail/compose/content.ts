import type { Mail, MailContent } from '@samudra/contract/mail'

/** Content of a mail that is not sent yet, as it is stored with it. */
export type DraftContent = {
  [Field in Exclude<keyof MailContent, 'mailbox' | 'reply_of'>]: NonNullable<MailContent[Field]>
} & { reply_of: Mail['reply_of'] }

/** Returns the content of a call, without its mailbox and id. */
export const contentOf = (
  input: Partial<Omit<MailContent, 'reply_of'>> & { reply_of?: Mail['reply_of'] | undefined },
): DraftContent => ({
  to: input.to ?? [],
  cc: input.cc ?? [],
  bcc: input.bcc ?? [],
  // Line breaks would end the field of the header.
  subject: oneLine(input.subject ?? ''),
  body: input.body ?? '',
  body_format: input.body_format ?? 'html',
  attachment_ids: [...new Set(input.attachment_ids)],
  links: input.links ?? [],
  request_receipt: input.request_receipt ?? false,
  priority: input.priority ?? 'NORMAL',
  reply_of: input.reply_of ?? null,
})

/** Returns text without control characters. */
// oxlint-disable-next-line no-control-regex
export const oneLine = (text: string): string => text.replace(/[\0-\x1f\x7f]+/g, ' ').trim()
