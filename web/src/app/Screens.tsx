import { useState } from 'react'
import { RouterProvider } from 'react-router'
import { router } from './routes.tsx'

export default function Screens() {
  const [made] = useState(router)
  return <RouterProvider router={made} />
}
