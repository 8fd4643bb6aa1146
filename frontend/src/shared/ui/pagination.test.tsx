import { paginate } from '@rehearse/contracts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Pagination } from './pagination.tsx'

function show(page: number, pageSize = 10, totalCount = 87) {
  const onChange = vi.fn()
  render(<Pagination pagination={paginate(page, pageSize, totalCount)} onChange={onChange} />)
  return { onChange, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })

describe('the pagination', () => {
  test('shows the range of questions', () => {
    show(9)
    expect(screen.getByText('Showing 81 to 87 of 87 questions')).toBeDefined()
  })

  test('goes to a page, the next and the previous one', async () => {
    const { onChange, user } = show(4)
    await user.click(button('Page 6'))
    await user.click(button('Next'))
    await user.click(button('Previous'))
    expect(onChange.mock.calls).toEqual([
      [{ page: 6, pageSize: 10 }],
      [{ page: 5, pageSize: 10 }],
      [{ page: 3, pageSize: 10 }],
    ])
  })

  test('leaves a page that no longer exists', () => {
    expect(show(3, 10, 20).onChange.mock.calls).toEqual([[{ page: 2, pageSize: 10 }]])
  })

  test('stays on the first page of an empty list', () => {
    expect(show(1, 10, 0).onChange).not.toHaveBeenCalled()
  })

  test('does not go beyond the first and last page', async () => {
    const { onChange, user } = show(9)
    await user.click(button('Next'))
    await user.click(button('Page 9'))
    expect(onChange).not.toHaveBeenCalled()
    expect(button('Next').getAttribute('aria-disabled')).toBe('true')
    expect(button('Page 9').getAttribute('aria-current')).toBe('page')
  })

  test('returns to page 1 for another page size', async () => {
    const { onChange, user } = show(4)
    await user.selectOptions(screen.getByRole('combobox', { name: 'per page' }), '50')
    expect(onChange).toHaveBeenCalledWith({ page: 1, pageSize: 50 })
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['5', '10', '20', '50'])
  })
})
