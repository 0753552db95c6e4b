import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { cleanPastedHtml } from './clean-paste.ts'
import { htmlOfText, textOfHtml } from './plain-text.ts'
import type { Picture, RichTextHandle } from './rich-text.ts'
import { RichText } from './RichText.tsx'

afterEach(cleanup)

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><p class="MsoNormal" style="mso-margin-top-alt:auto"><b><span lang="EN-US" style="font-family:Calibri;color:red">Two tugs</span></b><o:p></o:p></p>
<p class="MsoListParagraphCxSpFirst" style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.<span>&nbsp;</span></span><![endif]>north</p>
<p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">2.<span>&nbsp;</span></span><![endif]>south</p>
<p class="MsoNormal"><span style="color:windowtext">end</span></p><!--EndFragment--></body></html>`

test('text pasted from Word keeps bold, colour and lists, and loses fonts and markers', () => {
  const html = cleanPastedHtml(WORD)
  expect(html.replaceAll(/\s+/gu, ' ')).toBe(
    '<p><b><span style="color: red">Two tugs</span></b></p> <ol><li>north</li><li>south</li></ol> <p>end</p>',
  )
})

test('text pasted from a web page loses scripts, forms, handlers and remote pictures', () => {
  const html = cleanPastedHtml(
    `<script>x()</script><p onclick="x()" id="a">Read <a href="https://a.example" class="b">this</a></p>
     <img src="https://track.example/1.gif" alt="Chart"><form><input></form>
     <b style="font-weight:normal"><span style="font-weight:700">Docs</span></b>`,
  )
  expect(html).toContain('<p>Read <a href="https://a.example">this</a></p>')
  expect(html).toContain('Chart')
  expect(html).toContain('<span style="font-weight: 700">Docs</span>')
  expect(html).not.toMatch(/script|onclick|track\.example|input|<b /u)
})

test('rich text without form keeps lists, quotes, links and tables readable', () => {
  expect(
    textOfHtml(
      '<h1>Report</h1><ul><li><p>one</p></li><li><p>two</p></li></ul><blockquote><p>said</p></blockquote>' +
        '<p><a href="https://a.example">site</a></p><table><tr><td>a</td><td>b</td></tr></table>',
    ),
  ).toBe('Report\n\n- one\n- two\n\n> said\n\nsite <https://a.example>\n\na\tb')
  expect(htmlOfText('a < b\nc\n\nd')).toBe('<p>a &lt; b<br>c</p><p>d</p>')
})

/** Shows an editor; returns its HTML, its handle and its text field. */
async function anEditor(onPicture?: (file: File) => Promise<Picture>) {
  const now: { html: string; handle: RichTextHandle | null } = { html: '', handle: null }
  render(
    <MantineProvider>
      <RichText
        label="Message"
        initial="<p>Two tugs</p>"
        onChange={(html) => (now.html = html)}
        onReady={(handle) => (now.handle = handle)}
        onPicture={onPicture}
      />
    </MantineProvider>,
  )
  const field = await screen.findByRole('textbox', { name: 'Message' }, { timeout: 20_000 })
  await waitFor(() => expect(now.handle).not.toBe(null))
  return { now, field, user: userEvent.setup() }
}

test('a paragraph becomes a heading, undo reverts it, and the toolbar names the active format', async () => {
  const { now, user } = await anEditor()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Paragraph style' }), 'Heading 2')
  expect(now.html).toContain('<h2>Two tugs</h2>')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(now.html).toContain('<p>Two tugs</p>')
  await user.click(screen.getByRole('button', { name: 'Bulleted list' }))
  expect(now.html).toContain('<ul><li><p>Two tugs</p></li></ul>')
  expect(screen.getByRole('button', { name: 'Bulleted list' }).getAttribute('aria-pressed')).toBe('true')
})

test('a table is inserted with a header row, and its rows are added and deleted', async () => {
  const { now, user } = await anEditor()
  await user.click(screen.getByRole('button', { name: 'Table' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Insert a table' }))
  expect(now.html.match(/<tr>/gu)).toHaveLength(3)
  expect(now.html.match(/<th /gu)).toHaveLength(3)
})

test('a link needs a safe address', async () => {
  const { now, user } = await anEditor()
  await user.click(screen.getByRole('button', { name: 'Link' }))
  const address = await screen.findByRole('textbox', { name: 'Address' })
  await user.type(address, 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Set link' }))
  expect(screen.getByText('Enter an address that begins with https, http or mailto.')).toBeTruthy()
  await user.clear(address)
  await user.type(address, 'centre.example')
  await user.click(screen.getByRole('button', { name: 'Set link' }))
  expect(now.html).toContain('href="https://centre.example"')
})

test('a pasted picture is stored, and stands in the text', async () => {
  const { now, field } = await anEditor(async ({ name }) => ({ src: '/files/1', alt: name }))
  const file = new File(['x'], 'chart.png', { type: 'image/png' })
  fireEvent.paste(field, { clipboardData: { files: [file], types: ['Files'], getData: () => '', items: [] } })
  await waitFor(() => expect(now.html).toContain('<img src="/files/1" alt="chart.png"'))
})
