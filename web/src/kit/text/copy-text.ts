import { toast } from '../toasts.ts'

/** Copies text and confirms it; a page loaded without TLS has no clipboard, which is then reported. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied.', 'good')
  } catch {
    toast('The browser blocks copying. Select the text and copy it manually.', 'bad')
  }
}
