/** Hands bytes to the browser as a file. */
export function saveFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>) {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
