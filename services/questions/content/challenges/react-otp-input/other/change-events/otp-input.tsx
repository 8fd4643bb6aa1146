import { useState } from 'react'

export interface OtpInputProps {
  label: string
  length?: number
  onComplete: (code: string) => void
}

export function OtpInput({ label, length = 6, onComplete }: OtpInputProps) {
  const [digits, setDigits] = useState<string[]>(() => Array.from({ length }, () => ''))

  const change = (next: string[]) => {
    setDigits(next)
    if (next.every((digit) => digit !== '')) onComplete(next.join(''))
  }
  const distribute = (text: string, field: Element) => {
    const all = [...text].filter((one) => one >= '0' && one <= '9')
    const next = digits.map((_, at) => all[at] ?? '')
    change(next)
    const target = field.parentElement?.children[next.includes('') ? next.indexOf('') : length - 1]
    if (target instanceof HTMLInputElement) target.focus()
  }
  const move = (from: Element, to: 'nextElementSibling' | 'previousElementSibling') => {
    const field = from[to]
    if (field instanceof HTMLInputElement) field.focus()
  }

  return (
    <div role="group" aria-label={label}>
      {digits.map((digit, index) => (
        <input
          key={index}
          aria-label={`Digit ${index + 1}`}
          inputMode="numeric"
          autoComplete={index > 0 ? undefined : 'one-time-code'}
          value={digit}
          onChange={({ currentTarget }) => {
            const all = currentTarget.value.replace(/[^0-9]/g, '')
            if (all.length > digit.length + 1) return distribute(all, currentTarget)
            const typed = all.replace(digit, '')
            const last = typed.at(-1) ?? ''
            if (last === '' && currentTarget.value !== '') return
            change(digits.map((old, at) => (at === index ? last : old)))
            if (last !== '') move(currentTarget, 'nextElementSibling')
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'ArrowLeft') move(currentTarget, 'previousElementSibling')
            if (key === 'ArrowRight') move(currentTarget, 'nextElementSibling')
            if (key === 'Backspace' && digit === '' && index > 0) {
              change(digits.map((old, at) => (at === index - 1 ? '' : old)))
              move(currentTarget, 'previousElementSibling')
            }
          }}
          onPaste={(event) => {
            event.preventDefault()
            distribute(event.clipboardData.getData('text'), event.currentTarget)
          }}
        />
      ))}
    </div>
  )
}
