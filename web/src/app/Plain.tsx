import type { ReactNode } from 'react'
import './plain.css'

/** A page with one thing to say. */
export function Plain(props: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="plain">
      <img src="/logo.svg" width={50} height={50} alt="" />
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.children}
    </main>
  )
}
