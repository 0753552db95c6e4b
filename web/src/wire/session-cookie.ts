const NAME = 'XSRF-TOKEN'

/** The readable half of the XSRF pair; empty when there is no session. */
export const xsrfCookie = (): string =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1) ?? ''

/** Gives the session up for this browser: without this half of the pair nothing exchanges the other. */
export function dropSessionCookie() {
  document.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Strict`
}

/** True when this browser may have a session: cheap enough for the landing page to ask. */
export const hasSessionCookie = () => xsrfCookie() !== ''
