/** Refusal of a call of the chat server: a status, the model's stable id, and one plain sentence. */
export class ChatError extends Error {
  readonly status: number
  readonly id: string
  readonly details: string
  constructor(status: number, id: string, message: string, details = '') {
    super(message)
    this.name = 'ChatError'
    this.status = status
    this.id = id
    this.details = details
  }
}

export const sessionExpired = () =>
  new ChatError(401, 'api.context.session_expired.app_error', 'The session has ended. Log in again.')
export const forbidden = (message: string) => new ChatError(403, 'api.context.permissions.app_error', message)
export const invalidBody = (message: string) =>
  new ChatError(400, 'api.context.invalid_body_param.app_error', message)
export const invalidParameter = (name: string, allowed: string) =>
  new ChatError(400, 'api.context.invalid_url_param.app_error', `${name} must be ${allowed}.`)
export const notFound = (what: string) =>
  new ChatError(404, 'api.context.404.app_error', `${what} does not exist, or you may not see it.`)
export const tooMany = (message: string) =>
  new ChatError(429, 'api.context.rate_limit_exceeded.app_error', message)
export const tooLarge = (message: string) =>
  new ChatError(413, 'api.context.request_body_too_large.app_error', message)
