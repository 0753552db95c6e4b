import { MESSAGES } from '@samudra/contract/wire/messages'
import { useEffect, useRef } from 'react'
import { Globe } from './Globe.tsx'
import { showServiceState } from '../service-state.ts'
import { SECTIONS, SUBTITLE, TITLE, WELCOME } from './landing-texts.ts'

/** The public page: no component library, no map, no request but whether the picture is live. */
export function Landing() {
  return (
    <div className="landing">
      <header className="landing-bar">
        <img src="/logo.svg" width={50} height={50} alt="" />
        <span>Information Fusion Centre</span>
        <a className="landing-login" href="/login">
          Login
        </a>
      </header>
      <main>
        <section className="landing-hero">
          <div className="landing-words">
            <h1>{TITLE}</h1>
            <p className="landing-subtitle">{SUBTITLE}</p>
            <p className="landing-welcome">{WELCOME}</p>
            <p className="landing-act">
              <a className="landing-enter" href="/login">
                Login
              </a>
              <Service />
            </p>
          </div>
          <Globe />
        </section>
        <div className="landing-sections">
          {SECTIONS.map(({ title, text }) => (
            <section key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </main>
      <footer className="landing-motto">{MESSAGES.motto}</footer>
    </div>
  )
}

/** Shows whether the centre's picture is live now; empty until the server answers. */
function Service() {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => (element.current === null ? undefined : showServiceState(element.current)), [])
  return <span ref={element} className="landing-state" data-state="unknown" role="status" />
}
