import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'

export interface OtpInputProps {
  label: string
  length?: number
  onComplete: (code: string) => void
}

export function OtpInput({ label, length = 6, onComplete }: OtpInputProps) {
  const [digits, setDigits] = useState<readonly string[]>(Array(length).fill(''))
  const fields = useRef<(HTMLInputElement | null)[]>([])

  const focus = (index: number) => fields.current[index]?.focus()

  function update(changed: readonly string[]) {
    setDigits(changed)
    if (!changed.includes('')) onComplete(changed.join(''))
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key === 'ArrowLeft') focus(index - 1)
    if (event.key === 'ArrowRight') focus(index + 1)
    if (event.key === 'Backspace') {
      event.preventDefault()
      const target = Math.max(index - 1, 0)
      update(digits.with(target, ''))
      focus(target)
    }
  }

  function onChange(text: string, index: number) {
    const [old, all] = [digits[index], digitsOf(text)]
    if (text !== '' && (all === '' || all === old)) return
    // A digit that is typed in a filled field is beside the old one.
    const typed = all.length === 2 ? all.replace(old, '') : all
    if (typed.length > 1) return fill(typed)
    update(digits.with(index, typed))
    if (typed !== '') focus(index + 1)
  }

  function fill(code: string) {
    update(digits.map((_, index) => code[index] ?? ''))
    focus(Math.min(code.length, length - 1))
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    fill(digitsOf(event.clipboardData.getData('text')))
  }

  return (
    <fieldset>
      <legend>{label}</legend>
      {digits.map((digit, index) => (
        <input
          key={index}
          ref={(element) => {
            fields.current[index] = element
          }}
          aria-label={`Digit ${index + 1}`}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          value={digit}
          onChange={(event) => onChange(event.target.value, index)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={onPaste}
        />
      ))}
    </fieldset>
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
