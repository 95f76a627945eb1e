/* Sorting, filtering and links of rows. The page is complete without it. */
(function () {
  "use strict";

  const collator = new Intl.Collator(document.documentElement.lang || undefined, {
    numeric: true,
    sensitivity: "base",
  });

  const own = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll(".headerlink, summary").forEach((part) => part.remove());
    copy.querySelectorAll("[aria-label]").forEach((part) => {
      part.textContent = part.getAttribute("aria-label");
    });
    return copy.textContent.trim();
  };

  const key = (cell) => {
    if (!cell) return "";
    const text = cell.dataset.sort ?? own(cell);
    return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  };

  /* A cell may go over several columns. */
  const cellAt = (row, index) => {
    let end = 0;
    return [...row.cells].find((cell) => (end += cell.colSpan) > index);
  };

  const compare = (one, two) => {
    const numbers = [typeof one === "number", typeof two === "number"];
    if (numbers[0] && numbers[1]) return one - two;
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
    return collator.compare(one, two);
  };

  /* Rows below a group's heading stay below it. */
  const groups = (body) => {
    const result = [{ heading: null, rows: [] }];
    for (const row of body.rows) {
      if (row.classList.contains("runtime-ref-group")) {
        result.push({ heading: row, rows: [] });
      } else {
        result[result.length - 1].rows.push(row);
      }
    }
    return result;
  };

  const sort = (table, header, original) => {
    const before = header.getAttribute("aria-sort");
    const after = { ascending: "descending", descending: "none" }[before] || "ascending";
    for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", after);
    const body = table.tBodies[0];
    const place = new Map(original.map((row, index) => [row, index]));
    const index = header.cellIndex;
    for (const group of groups(body)) {
      const keyed = group.rows.map((row) => ({ row, key: key(cellAt(row, index)) }));
      keyed.sort((one, two) => {
        if (after === "none") return place.get(one.row) - place.get(two.row);
        if ((one.key === "") !== (two.key === "")) return one.key === "" ? 1 : -1;
        const order = compare(one.key, two.key) * (after === "ascending" ? 1 : -1);
        return order || place.get(one.row) - place.get(two.row);
      });
      if (group.heading) body.append(group.heading);
      body.append(...keyed.map((item) => item.row));
    }
  };

  const makeSortable = (box, table) => {
    const original = [...table.tBodies[0].rows];
    if (original.length < 2) return;
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.title = box.dataset.sort;
      button.append(...header.childNodes);
      header.append(button);
      header.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => sort(table, header, original));
    }
  };

  const filter = (table, words) => {
    let shown = 0;
    for (const group of groups(table.tBodies[0])) {
      let visible = 0;
      for (const row of group.rows) {
        const text = [...row.cells].map(own).join("\n").toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) visible += 1;
      }
      if (group.heading) group.heading.hidden = visible === 0;
      shown += visible;
    }
    return shown;
  };

  const makeFilterable = (box, table, status) => {
    if (box.dataset.filterable !== "yes") return;
    const total = groups(table.tBodies[0]).reduce((sum, group) => sum + group.rows.length, 0);
    const bar = document.createElement("div");
    bar.className = "runtime-ref-filter";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = box.dataset.filter;
    input.setAttribute("aria-label", box.dataset.filter);
    const update = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const shown = filter(table, words);
      status.textContent = words.length
        ? box.dataset.shown.replace("{shown}", shown).replace("{total}", total)
        : "";
    };
    input.addEventListener("input", update);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || input.value === "") return;
      input.value = "";
      update();
    });
    bar.append(input, status);
    box.prepend(bar);
    /* A link to a row that the filter hides must still lead to it. */
    window.addEventListener("hashchange", () => {
      const row = table.querySelector(":target");
      if (!row || !row.hidden) return;
      input.value = "";
      update();
      row.scrollIntoView();
    });
  };

  const makeLinks = (box, status) => {
    box.addEventListener("click", (event) => {
      const link = event.target.closest("a.runtime-ref-link");
      if (!link || !navigator.clipboard) return;
      navigator.clipboard.writeText(link.href).then(
        () => {
          status.textContent = box.dataset.copied;
        },
        () => {
          /* The browser refuses: following the link puts it into the address bar. */
        },
      );
    });
  };

  const start = () => {
    for (const box of document.querySelectorAll(".runtime-ref-table")) {
      const table = box.querySelector("table.runtime-ref");
      if (!table || !table.tHead || !table.tBodies.length) continue;
      const status = document.createElement("span");
      status.className = "runtime-ref-status";
      status.setAttribute("role", "status");
      box.prepend(status);
      makeSortable(box, table);
      makeFilterable(box, table, status);
      makeLinks(box, status);
    }
    window.addEventListener("beforeprint", () => {
      for (const fold of document.querySelectorAll("details.runtime-ref-fold")) fold.open = true;
    });
  };

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
