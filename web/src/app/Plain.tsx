import type { ReactNode } from 'react'
import './plain.css'

/** A page with one thing to say; inside the frame it is no second main part of the page. */
export function Plain(props: { title: string; text: string; isInside?: boolean; children: ReactNode }) {
  const Part = props.isInside === true ? 'div' : 'main'
  return (
    <Part className="plain">
      <img src="/logo.svg" width={50} height={50} alt="" />
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.children}
    </Part>
  )
}
