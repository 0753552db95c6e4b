import { MESSAGES } from '@samudra/contract/wire/messages'
import './landing.css'
import { SECTIONS, SUBTITLE, TITLE, WELCOME } from './landing-texts.ts'

/** The public page: no component library, no map, no request to anyone. */
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
          <h1>{TITLE}</h1>
          <p className="landing-subtitle">{SUBTITLE}</p>
          <p className="landing-welcome">{WELCOME}</p>
          <a className="landing-enter" href="/login">
            Login
          </a>
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
