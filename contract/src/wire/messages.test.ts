import { expect, test } from 'vitest'
import { ANOMALY_TEXTS, MESSAGES } from './messages.ts'

/** Texts exactly as the specification spells them, so that no later correction changes them. */
const WRITTEN = [
  "Coludn't Connect to the server",
  'Server responded with status false',
  'Session Expired Logging Out !!!',
  'Session Timeout Logging Out',
  'Failed to establish Web Socket Connection:',
  'Received a new Mail',
  'Sorry, server goes wrong',
  'Go to Home',
  'No DB index DB connection',
  'DB Instance already exists',
  'Failed To Connect To Db',
  'Loading.....',
  'Vasudhaiva Kutumbakam - The World is One Family',
  'The vessel has been blacklisted.',
  'Vessel has gone past 12NM.',
  'The vessel has suspected to be IMO Mismatch.',
  'The vessel had not been active for more the 2 hours',
  'The vessel has suspected for Illegal Mismatch',
  'The vessel has suspected for Duplicate Flag',
  'The vessel has suspected for name mismatch.',
]

test('every text of the error catalogue is there, byte for byte', () => {
  const held = [...Object.values(MESSAGES), ...Object.values(ANOMALY_TEXTS)] as string[]
  for (const text of WRITTEN)
    expect(held.map((one) => Buffer.from(one).toString('hex'))).toContain(Buffer.from(text).toString('hex'))
})
