import { expect, test } from 'vitest'
import { aPdf } from '../../../../testing/samples/pdfs.ts'
import { aGif, aPng, asJpeg, asWebp } from '../../../../testing/samples/pictures.ts'
import { scanBytes } from './file-scan.ts'

const whyOf = async (bytes: Uint8Array, name = 'x') => (await scanBytes(Buffer.from(bytes), name)).why
const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('a picture is accepted once it decodes, with its type by content', async () => {
  const png = aPng(30, 20)
  for (const [type, bytes] of Object.entries({
    'image/png': png,
    'image/jpeg': await asJpeg(png),
    'image/webp': await asWebp(png),
    'image/gif': aGif(30, 20),
  }))
    expect(await scanBytes(Buffer.from(bytes), 'x.txt')).toEqual({
      type,
      isMap: false,
      why: null,
      width: 30,
      height: 20,
    })
})

test('a file that only begins as a picture is refused', async () => {
  const webp = await asWebp(aPng(30, 20))
  const gif = aGif(30, 20)
  const broken = {
    'JPEG of 12 bytes': latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'),
    'RIFF of 12 bytes': latin1('RIFF\x04\0\0\0WEBP'),
    'PNG of 10 bytes': latin1('\x89PNG\r\n\x1a\n\0\0'),
    'PNG that ends early': aPng(1000, 500).subarray(0, 60),
    'WebP that ends early': webp.subarray(0, webp.length / 2),
    'GIF that is a script': latin1('GIF89a/*\0\0\0*/=1;alert(document.domain)//'),
    'GIF without a frame': Buffer.concat([gif.subarray(0, 19), latin1(';')]),
    'GIF that ends early': gif.subarray(0, gif.length - 4),
    'GIF of one number repeated': Buffer.concat([gif.subarray(0, 30), Buffer.alloc(40, 0xff)]),
    'JPEG that is a page': latin1(`\xff\xd8\xff<!doctype html><script>alert(1)</script>`),
  }
  for (const [what, bytes] of Object.entries(broken))
    expect({ what, why: await whyOf(bytes) }).toEqual({
      what,
      why: 'This picture is damaged or not a picture. Save it again and resend it.',
    })
})

test('a picture that unpacks to gigabytes is refused as too large', async () => {
  const why = 'This picture is too large to check after unpacking. Save it smaller and send it again.'
  expect(await whyOf(aPng(50_000, 50_000, 1))).toBe(why)
  expect(await whyOf(aGif(50_000, 50_000))).toBe(why)
})

test('a PDF is accepted when its table of objects is at the place it names and has pages', async () => {
  const pdf = aPdf()
  expect(await scanBytes(pdf, 'x')).toEqual({ type: 'application/pdf', isMap: false, why: null })
  const noPdf = 'This PDF is damaged. Save it as a PDF again.'
  const none = {
    'only a head': latin1('%PDF-1.7'),
    'a page with a script': latin1('%PDF-1.7\n<!doctype html><script>alert(1)</script>'),
    'a program': Buffer.concat([latin1('%PDF-1.4\n'), latin1('MZ\x90\0\x03')]),
    'cut before its table': pdf.subarray(0, pdf.indexOf('xref')),
    'cut before its end': pdf.subarray(0, pdf.indexOf('startxref')),
    'a table that is elsewhere': latin1(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n3')),
    'no catalog': latin1(pdf.toString('latin1').replace('/Catalog', '/Another')),
    'no pages': latin1(pdf.toString('latin1').replaceAll(/\/Pages?\b/g, '/Other')),
  }
  for (const [what, bytes] of Object.entries(none))
    expect({ what, why: await whyOf(bytes) }).toEqual({ what, why: noPdf })
})
