import { type KeyboardEvent, type ReactNode, useState } from 'react'

export interface Slide {
  id: string
  content: ReactNode
}

export interface CarouselProps {
  label: string
  slides: readonly Slide[]
}

export function Carousel({ label, slides }: CarouselProps) {
  const [currentId, setCurrentId] = useState(slides[0].id)

  const index = slides.findIndex(({ id }) => id === currentId)
  if (index < 0) setCurrentId(slides[0].id)

  function move(step: number) {
    setCurrentId(slides[(index + step + slides.length) % slides.length].id)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
  }

  return (
    <section aria-label={label}>
      {slides.map(({ id, content }, position) => (
        <div key={id} role="group" aria-label={`${position + 1} of ${slides.length}`} hidden={id !== currentId}>
          {content}
        </div>
      ))}
      <div onKeyDown={onKeyDown}>
        <button aria-label="Previous slide" onClick={() => move(-1)}>
          ‹
        </button>
        {slides.map(({ id }, position) => (
          <button
            key={id}
           
            aria-label={`Go to slide ${position + 1}`}
            aria-current={id === currentId}
            onClick={() => setCurrentId(id)}
          >
            {position + 1}
          </button>
        ))}
        <button aria-label="Next slide" onClick={() => move(1)}>
          ›
        </button>
      </div>
    </section>
  )
}
