import ExcelJS from 'exceljs';

export async function openWorkbook(file: Uint8Array): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(new Uint8Array(file).buffer);
  return book;
}

/** The cells of a sheet, row by row. */
export function rowsOf(sheet: ExcelJS.Worksheet | undefined): ExcelJS.CellValue[][] {
  const rows: ExcelJS.CellValue[][] = [];
  sheet?.eachRow((row) => rows.push((row.values as ExcelJS.CellValue[]).slice(1)));
  return rows;
}
