import { Secret, TOTP } from 'otpauth'

/** Code that an authenticator with this secret shows at an instant. */
export const totpCode = (secret: string, timestamp: number = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
