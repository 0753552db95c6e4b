/** Mailbox with its address and the name that recipients read. */
export type Box = { id: string; kind: 'USER' | 'DUTY_ROLE' | 'ACCOUNT'; name: string; address: string }
