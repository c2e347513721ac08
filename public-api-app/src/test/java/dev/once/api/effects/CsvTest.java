package dev.once.api.effects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CsvTest {

    @Test
    void a_field_is_quoted_where_rfc_4180_says_so() {
        assertThat(Csv.field("Ada")).isEqualTo("Ada");
        assertThat(Csv.field("Lovelace, Ada")).isEqualTo("\"Lovelace, Ada\"");
        assertThat(Csv.field("the \"engine\"")).isEqualTo("\"the \"\"engine\"\"\"");
        assertThat(Csv.field("a\r\nb")).isEqualTo("\"a\r\nb\"");
    }

    @Test
    void no_field_is_a_formula() {
        assertThat(Csv.field("=1+1")).isEqualTo("'=1+1");
        assertThat(Csv.field("+49 30")).isEqualTo("'+49 30");
        assertThat(Csv.field("-1")).isEqualTo("'-1");
        assertThat(Csv.field("@SUM(A1)")).isEqualTo("'@SUM(A1)");
        assertThat(Csv.field("\t=1")).isEqualTo("'\t=1");
        assertThat(Csv.field("=HYPERLINK(\"x\",\"y\")")).isEqualTo("\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
        assertThat(Csv.field("\uff1d1+1")).as("full-width").isEqualTo("'\uff1d1+1");
        assertThat(Csv.field("\uff20SUM(A1)")).isEqualTo("'\uff20SUM(A1)");
        assertThat(Csv.field("\n=1+1")).as("after a line break").isEqualTo("\"'\n=1+1\"");
        assertThat(Csv.field(" \n=1+1")).isEqualTo("\"' \n=1+1\"");
        assertThat(Csv.field("a=b")).isEqualTo("a=b");
    }
}
