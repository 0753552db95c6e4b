/** A PDF of one empty page, with further objects among its own. */
export function aPdf(...more: (string | Buffer)[]): Buffer {
  const own = [
    '1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type /Pages /Kids [3 0 R] /Count 1>>\nendobj\n',
    '3 0 obj\n<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>\nendobj\n',
  ]
  const parts = ['%PDF-1.7\n', ...own, ...more].map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  )
  const places = own.map((_, at) => Buffer.concat(parts.slice(0, at + 1)).length)
  const table = Buffer.concat(parts).length + 1
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const end = `\nxref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R /Size ${rows.length + 1}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')])
}
