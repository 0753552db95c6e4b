import { toast } from '../toasts.ts'

/** Copies text and says so; a page that came without TLS has no clipboard, and then that is said. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied.', 'good')
  } catch {
    toast('The browser does not let this page copy; mark the text and copy it by hand.', 'bad')
  }
}
