import { type ReactNode, useId, useState } from 'react'

export interface Slide {
  id: string
  content: ReactNode
}

export interface CarouselProps {
  label: string
  slides: readonly Slide[]
}

export function Carousel({ label, slides }: CarouselProps) {
  const heading = useId()
  const [state, setState] = useState({ index: 0, slides })

  let { index } = state
  if (state.slides !== slides) {
    const { id } = state.slides[index]
    index = Math.max(
      slides.findIndex((slide) => slide.id === id),
      0,
    )
    setState({ index, slides })
  }

  const show = (position: number) => setState({ index: (position + slides.length) % slides.length, slides })

  return (
    <section
      aria-labelledby={heading}
      onKeyDown={({ target, key }) => {
        if (!(target as Element).matches('[data-control]')) return
        if (key === 'ArrowLeft') show(index - 1)
        else if (key === 'ArrowRight') show(index + 1)
      }}
    >
      <h2 id={heading}>{label}</h2>
      <nav>
        <button type="button" data-control onClick={() => show(index - 1)}>
          Previous slide
        </button>
        {slides.map(({ id }, position) => (
          <button
            key={id}
            type="button"
            data-control
            {...(position === index && { 'aria-current': true })}
            onClick={() => show(position)}
          >
            Go to slide {position + 1}
          </button>
        ))}
        <button type="button" data-control onClick={() => show(index + 1)}>
          Next slide
        </button>
      </nav>
      <div style={{ display: 'grid' }}>
        {slides.map(({ id, content }, position) => (
          <fieldset
            key={id}
            aria-label={`${position + 1} of ${slides.length}`}
            style={{ gridArea: '1 / 1', visibility: position === index ? 'visible' : 'hidden' }}
          >
            {content}
          </fieldset>
        ))}
      </div>
    </section>
  )
}
