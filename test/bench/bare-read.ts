/** The floor of the import benchmark: exceljs' streaming reader over a file, every cell read, nothing stored. */
import ExcelJS from 'exceljs';

const path = process.argv[2] ?? '';
let cells = 0;
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, {})) {
  for await (const row of sheet) cells += row.cellCount;
}
console.log(cells);
