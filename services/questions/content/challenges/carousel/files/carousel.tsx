import type { ReactNode } from 'react'

export interface Slide {
  id: string
  content: ReactNode
}

export interface CarouselProps {
  label: string
  slides: readonly Slide[]
}

export function Carousel({ label, slides }: CarouselProps) {
  return (
    <section aria-label={label}>
      {slides.map(({ id, content }) => (
        <div key={id}>{content}</div>
      ))}
    </section>
  )
}
