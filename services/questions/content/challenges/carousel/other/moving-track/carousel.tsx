import { type ReactNode, useEffect, useState } from 'react'

export interface Slide {
  id: string
  content: ReactNode
}

export interface CarouselProps {
  label: string
  slides: readonly Slide[]
}

export function Carousel({ label, slides }: CarouselProps) {
  const [current, setCurrent] = useState(slides[0])
  const found = slides.findIndex(({ id }) => id === current.id)
  const index = Math.max(found, 0)

  useEffect(() => {
    if (found === -1) setCurrent(slides[0])
  }, [found, slides])

  const next = () => setCurrent(slides[index + 1] ?? slides[0])
  const previous = () => setCurrent(slides.at(index - 1) ?? slides[0])

  const onKeyDown = (event: { code: string }) => {
    if (event.code === 'ArrowRight') next()
    else if (event.code === 'ArrowLeft') previous()
  }

  return (
    <div role="region" aria-label={label}>
      <div style={{ overflow: 'hidden' }}>
        <div style={{ display: 'flex', transform: `translateX(-${index * 100}%)`, transition: 'transform 0.3s' }}>
          {slides.map(({ id, content }, position) => (
            <div
              key={id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${position + 1} of ${slides.length}`}
              inert={position !== index}
              style={{ flex: '0 0 100%', boxSizing: 'border-box' }}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      <button type="button" onClick={previous} onKeyDown={onKeyDown}>
        Previous slide
      </button>
      <button type="button" onClick={next} onKeyDown={onKeyDown}>
        Next slide
      </button>
      {slides.map((slide, position) => (
        <button
          key={slide.id}
          type="button"
          aria-label={`Go to slide ${position + 1}`}
          aria-current={position === index ? 'true' : undefined}
          onClick={() => setCurrent(slide)}
          onKeyDown={onKeyDown}
        >
          •
        </button>
      ))}
    </div>
  )
}
