import { useQuery } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'

/** A picture that is read by a call, so that no address of it stands in the page. */
export function FetchedImage(props: {
  /** Query keys of the cached picture. */
  of: readonly string[]
  read: () => Promise<{ data: { content_type: string }; bytes: Uint8Array<ArrayBuffer> }>
  alt: string
  className?: string
  /** Stands where there is none yet, or none at all. */
  instead: ReactNode
}) {
  const { of, read, alt, className, instead } = props
  const { data } = useQuery({
    queryKey: of,
    queryFn: async () => {
      const { data, bytes } = await read()
      return new Blob([bytes], { type: data.content_type })
    },
    retry: false,
    staleTime: Infinity,
  })
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(data!)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [data],
  )
  return data === undefined ? instead : <img ref={show} alt={alt} className={className} />
}
