export function ConnectFour() {
  return (
    <div>
      <button type="button">Drop in column 1</button>
      <table>
        <tbody>
          <tr>
            <td></td>
          </tr>
        </tbody>
      </table>
      <p role="status">Red's turn</p>
      <button type="button">New game</button>
    </div>
  )
}
