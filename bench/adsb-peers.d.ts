declare module 'mode-s-decoder' {
  export default class Decoder {
    parse(frame: Uint8Array): { crcOk: boolean }
  }
}
declare module 'sbs1' {
  const sbs1: { parseSbs1Message(line: string): { hex_ident: string } }
  export default sbs1
}
